import type { Label } from '#contract/api-v3/label.ts';
import { RenderFaults } from './render-faults.ts';
import { escapeText } from '../dynamic-text/dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { isShown, locateObjects, objectPointer } from '../document/locate-objects.ts';
import { mapLabelTexts } from './label-texts.ts';
import type { ReplaceText } from './label-texts.ts';
import { locateFault, ObjectTexts, resolveWith } from '../objects/object-texts.ts';
import { resolveMarkup } from '../text/markup.ts';

/**
 * The label with all dynamic text resolved. The result prints the same without any values: braces in values are escaped, as are characters
 * with a meaning in the markup of styles. Texts of invisible objects are not resolved. Throws `cannot-render` with one error per text that
 * cannot be resolved.
 */
export function resolveLabel(label: Label, values: PrintValues): Label {
  const faults = new RenderFaults();
  const resolved = resolveTexts(label, values, faults);
  faults.throwAny();
  return resolved;
}

/** As `resolveLabel`, but leaves texts that cannot be resolved unchanged. */
export function resolvePartially(label: Label, values: PrintValues): Label {
  return resolveTexts(label, values, new RenderFaults());
}

function resolveTexts(label: Label, values: PrintValues, faults: RenderFaults): Label {
  const resolve = resolveWith(values);
  const objects = new Map(locateObjects(label).map((located) => [located.pointer, located]));
  const replace: ReplaceText = (source, pointer, format) => {
    const owner = objects.get(objectPointer(pointer)) ?? { pointer: '' };
    const path = pointer.slice(owner.pointer.length);
    const text = faults.attempt(owner, () =>
      format
        ? locateFault(path, () => resolveMarkup(source, format, (text) => resolve({ text, path })))
        : escapeText(resolve(new ObjectTexts().prepare(source, path))),
    );
    return text ?? source;
  };
  return mapLabelTexts(label, replace, (visible) => !isShown(visible));
}
