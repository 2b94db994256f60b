import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type ZodBound = Extract<Issue, { code: 'too_big' | 'too_small' }>;

/** The beginnings of zod's own messages; all other messages are Strobe's. */
const ZOD_DEFAULT = /^(?:Invalid|Too big|Too small)\b/;
/** The message for issues without a more specific one. */
const NOT_VALID = 'is not valid';

/** The message of an issue, in the wording that Strobe uses for all input errors. */
export function issueMessage(issue: Issue): string {
  // Zod reports the safe integer range as a bound; the numbers themselves would not help the reader.
  if (isBound(issue) && issue.origin === 'int') return issue.code === 'too_big' ? 'is too large' : 'is too small';
  return ZOD_DEFAULT.test(issue.message) ? rewordedMessage(issue) : issue.message;
}

function isBound(issue: Issue): issue is ZodBound {
  return issue.code === 'too_big' || issue.code === 'too_small';
}

function rewordedMessage(issue: Issue): string {
  if (isBound(issue)) return boundMessage(issue);
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue);
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}`;
    case 'invalid_union':
      return unionMessage(issue);
    case 'invalid_key':
      return issue.issues[0] ? `its name ${issueMessage(issue.issues[0])}` : NOT_VALID;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return NOT_VALID;
  }
}

const PLAIN_TYPES: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'text',
  boolean: 'true or false',
  int: 'a whole number',
};

function typeMessage({ expected, message }: Extract<Issue, { code: 'invalid_type' }>): string {
  return message.endsWith('received undefined') ? 'is missing' : `must be ${PLAIN_TYPES[expected] ?? `a ${expected}`}`;
}

const PARTS: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries', object: 'entries' };

function boundMessage(issue: ZodBound): string {
  const [bound, words, beyond] =
    issue.code === 'too_big' ? [issue.maximum, 'at most', 'less than'] : [issue.minimum, 'at least', 'more than'];
  const parts = PARTS[issue.origin];
  if (parts === undefined) return `must be ${issue.inclusive === false ? beyond : words} ${bound}`;
  return issue.code === 'too_small' && bound === 1 ? 'must not be empty' : `must have ${words} ${bound} ${parts}`;
}

/** Lists the alternatives only if each is a single value: for a union of objects it is unclear which one was meant. */
function unionMessage(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && Array.isArray(issue.options)) return `must be ${oneOf(issue.options.map(String))}`;
  const forms = issue.errors.flatMap(([first]) => (first && first.path.length === 0 ? [issueMessage(first)] : []));
  const wanted = forms.filter((form) => form.startsWith(MUST_BE));
  if (wanted.length === 0 || wanted.length < issue.errors.length) return forms.includes('is missing') ? 'is missing' : NOT_VALID;
  return MUST_BE + oneOf([...new Set(wanted.map((form) => form.slice(MUST_BE.length)))]);
}

const MUST_BE = 'must be ';

function oneOf(values: readonly string[]): string {
  const [last = '', ...others] = values.toReversed();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}
