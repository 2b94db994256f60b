import type { StatusError } from '#contract/api-v3/status-error.ts';

/** The same value with the English text of each error and warning in place of its code and parameters. */
export type Worded<Value> = Value extends StatusError
  ? string
  : Value extends readonly (infer Item)[]
    ? Worded<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Worded<Value[Key]> }
      : Value;

/** What engines and the controller state, in English, for comparison with sentences. */
export function worded<Value>(value: Value): Worded<Value> {
  return wordedValue(value) as Worded<Value>;
}

function wordedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wordedValue);
  if (typeof value !== 'object' || value === null) return value;
  if ('code' in value && 'parameters' in value && 'text' in value) return value.text;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wordedValue(part)]));
}
