import { literalText } from '#rendering/dynamic-text/dynamic-text.ts';
import { LONGEST_DYNAMIC_TEXT, tryParseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { isShown } from '#rendering/document/locate-objects.ts';
import { closedCodeAt } from '../dynamic-text/scan-codes.ts';
import type { DesignObject } from './design-object.ts';

/** The condition that always hides an object. */
const NEVER = '0';

/** The object after it has left a group with this condition; undefined if the two conditions cannot be joined. */
export function withCondition(object: DesignObject, visible: unknown): DesignObject | undefined {
  const own = object['visible'];
  if (visible === undefined) return object;
  if (own === undefined) return { ...object, visible };
  const both = typeof visible === 'string' && typeof own === 'string' ? joinConditions(visible, own) : undefined;
  return both === undefined ? undefined : { ...object, visible: both };
}

/**
 * A condition that holds when both do. Dynamic text has no AND: one of the two must be a text without codes, or an IF with such texts as
 * results, so that the other one can replace each result that shows the object. Undefined otherwise.
 */
export function joinConditions(one: string, other: string): string | undefined {
  if (!tryParseDynamicText(one) || !tryParseDynamicText(other)) return undefined;
  const both = inPlaceOfEnds(one, other) ?? inPlaceOfEnds(other, one);
  return both !== undefined && both.length <= LONGEST_DYNAMIC_TEXT && tryParseDynamicText(both) ? both : undefined;
}

function inPlaceOfEnds(condition: string, shown: string): string | undefined {
  const text = tryParseDynamicText(condition);
  const literal = text && literalText(text);
  if (literal !== undefined) return isShown(literal) ? shown : NEVER;
  const [part, more] = text?.parts ?? [];
  if (part?.kind !== 'if' || more) return undefined;
  const parameters = closedCodeAt(condition, part.position)?.parameters.map(({ from, to }) => condition.slice(from, to)) ?? [];
  const ends = parameters.slice(-2).map((end) => inPlaceOfEnds(end, shown));
  const joined = ends.filter((end) => end !== undefined);
  if (joined.length < ends.length) return undefined;
  return `{${[...parameters.slice(0, -2), ...joined.map(asParameter)].join(';')}}`;
}

/** Escapes a text as the parameter of a code, where a semicolon ends it and a final backslash would escape the next character. */
function asParameter(text: string): string {
  let depth = 0;
  return text.replace(/\\[{};\\]|[{};\\]/gu, (token) => {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === '\\') return '\\\\';
    return token === ';' && depth === 0 ? '\\;' : token;
  });
}
