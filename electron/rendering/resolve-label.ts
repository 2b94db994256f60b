import type { Label } from '#contract/api-v3/label.ts';
import { RenderFaults } from './cannot-render.ts';
import { escapeText } from './dynamic-text/dynamic-text.ts';
import type { PrintValues } from './dynamic-text/print-values.ts';
import { isShown, locateObjects, objectPointer } from './label-objects.ts';
import { mapLabelTexts } from './label-texts.ts';
import type { ReplaceText } from './label-texts.ts';
import { locateFault, ObjectTexts, resolveWith } from './objects/object-texts.ts';
import { resolveMarkup } from './text/markup.ts';

/**
 * The label with all dynamic text resolved as it prints with these values. The result is a label that prints the same without any values:
 * a brace that is part of a value is written `\{`, and so is what its format of styles gives a meaning. The texts of an object that is
 * not visible stay as they are. Throws `cannot-render` with one error per text that cannot be resolved.
 */
export function resolveLabel(label: Label, values: PrintValues): Label {
  const faults = new RenderFaults();
  const resolved = resolveTexts(label, values, faults);
  faults.throwAny();
  return resolved;
}

/** The same, where a text that cannot be resolved stays as it is written. */
export function resolveWhatCan(label: Label, values: PrintValues): Label {
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
