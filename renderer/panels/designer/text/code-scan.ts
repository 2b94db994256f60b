import { isNumberCode } from '#rendering/dynamic-text/number-style.ts';

/** A piece of a text, from one place up to another. */
export interface TextRange {
  from: number;
  to: number;
}

/** A code as far as it is written: it may still be open at the end of what was read. */
export interface WrittenCode {
  /** Where its opening brace stands. */
  start: number;
  /** Its name and parameters; the last goes up to where reading ended while the code is open. */
  parameters: TextRange[];
  /** The words of FORMAT={A;B;C}, in which no codes can stand. */
  isList: boolean;
  /** Behind the closing brace; undefined while there is none. */
  end: number | undefined;
}

/**
 * Reads the braces of a text that may be half written, by the rules of the parser: a backslash makes `{`, `}`, `;` and itself ordinary.
 * Gives the codes that are open at `to`, outermost first, and every code that began at or behind `from` and is closed before `to`.
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

/** The innermost code that is open at a place, with all of it that is written behind that place too. */
export function openCodeAt(source: string, at: number): WrittenCode | undefined {
  const before = scanCodes(source, { from: 0, to: at }).open.at(-1);
  if (!before) return undefined;
  return codeFrom(source, before) ?? before;
}

/** The code whose opening brace stands at a place; undefined when it is not closed. */
export function closedCodeAt(source: string, start: number): WrittenCode | undefined {
  return codeFrom(source, { start, isList: false });
}

/** Which parameter of a code a place lies in. */
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
