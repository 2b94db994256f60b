import { DynamicTextError } from './dynamic-text.ts';
import { parseDynamicText } from './parse-dynamic-text.ts';

/** So many faults of one text are told: who has made more of them begins anew. */
const MOST_FAULTS = 10;

/** Why a text cannot be parsed: its faults where parsing would stop at the first, but of the codes within one code the first alone. */
export function textFaults(source: string): DynamicTextError[] {
  const faults = new Map<number, DynamicTextError>();
  for (const range of pieces(source)) {
    if (faults.size === MOST_FAULTS) break;
    try {
      parseDynamicText(source, range);
    } catch (error) {
      if (!(error instanceof DynamicTextError)) throw error;
      faults.set(error.position, error);
    }
  }
  return [...faults.values()];
}

/** The text in pieces, each of which ends with a code or with a brace that closes none. */
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
