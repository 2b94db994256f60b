import type { Label } from '#contract/api-v3/label.ts';
import { RenderFaults } from './cannot-render.ts';
import { escapeText } from './dynamic-text/dynamic-text.ts';
import type { PrintValues } from './dynamic-text/print-values.ts';
import { isShown } from './label-objects.ts';
import { mapLabelTexts } from './label-texts.ts';
import type { ReplaceText } from './label-texts.ts';
import { locateFault, ObjectTexts, resolveWith } from './objects/object-texts.ts';
import { resolveMarkup } from './text/markup.ts';

/**
 * The label with all dynamic text resolved as it prints with these values. The result is a label that prints the same without any values,
 * so a brace that is part of a value is written `\{`, and so is what its format of styles gives a meaning. The texts of an object that is
 * not visible stay as they are. Throws `cannot-render` with one error per text that cannot be resolved.
 */
export function resolveLabel(label: Label, values: PrintValues): Label {
  const faults = new RenderFaults();
  const resolve = resolveWith(values);
  const replace: ReplaceText = (source, pointer, format) => {
    const text = faults.attempt({ pointer }, () =>
      format
        ? locateFault('', () => resolveMarkup(source, format, (text) => resolve({ text, path: '' })))
        : escapeText(resolve(new ObjectTexts().prepare(source, ''))),
    );
    return text ?? '';
  };
  const resolved = mapLabelTexts(label, replace, (visible) => !isShown(visible));
  faults.throwAny();
  return resolved;
}
