import { isNumberCode } from '#rendering/dynamic-text/number-style.ts';

/** A range of a text, from one offset to another. */
export interface TextRange {
  from: number;
  to: number;
}

/** A code, complete or still open at the end of the range that was read. */
export interface WrittenCode {
  /** The offset of its opening brace. */
  start: number;
  /** The ranges of its name and parameters; the last one of an open code ends where reading ended. */
  parameters: TextRange[];
  /** The list of FORMAT={A;B;C}, which cannot contain codes. */
  isList: boolean;
  /** The offset after the closing brace; undefined if there is none. */
  end: number | undefined;
}

/**
 * Finds the codes of a text that may be incomplete, by the parser's rules: a backslash escapes `{`, `}`, `;` and itself. Returns the codes
 * that are open at `to`, outermost first, and the codes that start at or after `from` and end before `to`.
 */
function scanCodes(source: string, { from, to }: TextRange): { open: WrittenCode[]; closed: WrittenCode[] } {
  const open: WrittenCode[] = [];
  const closed: WrittenCode[] = [];
  for (let at = from; at < to; at += 1) {
    const char = source.charAt(at);
    const code = open.at(-1);
    const last = code?.parameters.at(-1);
    if (char === '\\' && isSpecial(source.charAt(at + 1))) {
      at += 1;
    } else if (char === '{') {
      open.push({ start: at, parameters: [{ from: at + 1, to }], isList: opensList(source, code, at), end: undefined });
    } else if (char === '}' && code && last) {
      last.to = at;
      closed.push({ ...code, end: at + 1 });
      open.pop();
    } else if (char === ';' && code && last) {
      last.to = at;
      code.parameters.push({ from: at + 1, to });
    }
  }
  return { open, closed };
}

/** The innermost code that is open at an offset, including its text after the offset. */
export function openCodeAt(source: string, at: number): WrittenCode | undefined {
  const before = scanCodes(source, { from: 0, to: at }).open.at(-1);
  if (!before) return undefined;
  return codeFrom(source, before) ?? before;
}

/** The code whose opening brace is at an offset; undefined if it is not closed. */
export function closedCodeAt(source: string, start: number): WrittenCode | undefined {
  return codeFrom(source, { start, isList: false });
}

/** The index of the parameter that contains an offset. */
export function parameterAt({ parameters }: WrittenCode, at: number): number {
  return parameters.findIndex(({ from, to }) => from <= at && at <= to);
}

function codeFrom(source: string, { start, isList }: Pick<WrittenCode, 'start' | 'isList'>): WrittenCode | undefined {
  const code = scanCodes(source, { from: start, to: source.length }).closed.find((closed) => closed.start === start);
  return code && { ...code, isList };
}

function opensList(source: string, code: WrittenCode | undefined, at: number): boolean {
  const [name, ...parameters] = code?.parameters ?? [];
  const begin = parameters.at(-1)?.from;
  return begin !== undefined && source.slice(begin, at) === 'FORMAT=' && isNumberCode(source.slice(name?.from, name?.to));
}

function isSpecial(char: string): boolean {
  return char !== '' && '{};\\'.includes(char);
}
