import { DynamicTextError } from './dynamic-text.ts';
import { parseDynamicText } from './parse-dynamic-text.ts';

/** Maximum number of reported faults per text. */
const MAX_FAULTS = 10;

/** The syntax errors of a text: parsing continues after a fault, but reports only the first fault inside a field. */
export function textFaults(source: string): DynamicTextError[] {
  const faults = new Map<number, DynamicTextError>();
  for (const range of pieces(source)) {
    if (faults.size === MAX_FAULTS) break;
    try {
      parseDynamicText(source, range);
    } catch (error) {
      if (!(error instanceof DynamicTextError)) throw error;
      faults.set(error.position, error);
    }
  }
  return [...faults.values()];
}

/** Splits the text into pieces that each end with a field or with an unmatched closing brace. */
function* pieces(source: string): Generator<{ from: number; to: number }> {
  let from = 0;
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth > 0) continue;
      yield { from, to: at + 1 };
      from = at + 1;
      depth = 0;
    }
  }
  yield { from, to: source.length };
}
