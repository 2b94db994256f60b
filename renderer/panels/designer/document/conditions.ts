import { literalText } from '#rendering/dynamic-text/dynamic-text.ts';
import { LONGEST_DYNAMIC_TEXT, tryParseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { isShown } from '#rendering/label-objects.ts';
import { closedCodeAt } from '../text/code-scan.ts';
import type { DesignObject } from './design-object.ts';

/** What hides an object in every print. */
const NEVER = '0';

/** The object as it is once it is no longer in a group of this condition; undefined where both conditions cannot be said in one. */
export function underCondition(object: DesignObject, visible: unknown): DesignObject | undefined {
  const own = object['visible'];
  if (visible === undefined) return object;
  if (own === undefined) return { ...object, visible };
  const both = typeof visible === 'string' && typeof own === 'string' ? bothConditions(visible, own) : undefined;
  return both === undefined ? undefined : { ...object, visible: both };
}

/**
 * A condition that holds when both do. Texts know of no AND: one of the two has to be a text without codes, or an IF whose ends are such texts,
 * so that the other one can take the place of each end that shows. Undefined for all others.
 */
export function bothConditions(one: string, other: string): string | undefined {
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
  const known = ends.filter((end) => end !== undefined);
  if (known.length < ends.length) return undefined;
  return `{${[...parameters.slice(0, -2), ...known.map(asParameter)].join(';')}}`;
}

/** A whole text as a parameter of a code: there a semicolon ends it, and a last backslash would make what follows it ordinary. */
function asParameter(text: string): string {
  let depth = 0;
  return text.replace(/\\[{};\\]|[{};\\]/gu, (token) => {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === '\\') return '\\\\';
    return token === ';' && depth === 0 ? '\\;' : token;
  });
}
