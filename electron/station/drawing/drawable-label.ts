import type { Label } from '#contract/api-v3/label.ts';
import { escapeText, literalText } from '#rendering/dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { mapLabelTexts } from '#rendering/label/label-texts.ts';

/** The label as another controller resolved it: what still looks like a field there is drawn as it is. */
export function drawableLabel(label: Label): Label {
  return mapLabelTexts(label, asLiteral);
}

/** Leaves a text without fields as it is, because its braces may be escaped already. */
function asLiteral(text: string): string {
  const parsed = tryParseDynamicText(text);
  return parsed && literalText(parsed) !== undefined ? text : escapeText(text);
}
