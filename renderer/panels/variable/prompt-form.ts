import { promptSchema, type Prompt } from '#contract/api-v3/prompt.ts';

/** The fields of a prompt; `any` is no prompt. */
export interface PromptFields {
  type: Prompt['type'] | 'any';
  min: string;
  max: string;
  mask: string;
  /** One per line. */
  choices: string;
  /** Limits of a date in days from today, and how it is printed. */
  earliest: string;
  latest: string;
  format: string;
}

export type PromptFault = Exclude<keyof PromptFields, 'type'>;

/** The prompt, or the fault of each field as a text that follows its name. `any` has neither. */
export interface PromptReading {
  prompt: Prompt | undefined;
  faults: Partial<Record<PromptFault, string>>;
}

export const ANY_TEXT: PromptFields = { type: 'any', min: '', max: '', mask: '', choices: '', earliest: '', latest: '', format: '' };

export function promptFields(prompt: Prompt | undefined): PromptFields {
  if (!prompt) return ANY_TEXT;
  return {
    type: prompt.type,
    min: String(prompt.min ?? ''),
    max: String(prompt.max ?? ''),
    mask: prompt.type === 'text' ? (prompt.mask ?? '') : '',
    choices: prompt.type === 'date' ? '' : (prompt.choices ?? []).join('\n'),
    ...dayFields(prompt),
  };
}

function dayFields(prompt: Prompt): Pick<PromptFields, 'earliest' | 'latest' | 'format'> {
  if (prompt.type !== 'date') return { earliest: '', latest: '', format: '' };
  const { earliest, latest, format } = prompt;
  return { earliest: String(earliest ?? ''), latest: String(latest ?? ''), format: format ?? '' };
}

/** A number of days; empty without a limit. */
function limitOf(text: string): number | '' {
  return text.trim() === '' ? '' : Number(text);
}

/** Validates the fields of the type; an empty one sets no limit. Nothing is corrected: the rules are the controller's. */
export function readPrompt(fields: PromptFields): PromptReading {
  const { type } = fields;
  if (type === 'any') return { prompt: undefined, faults: {} };
  const limit = (text: string) => (text === '' || type === 'date' ? text : Number(text));
  const lines = fields.choices.split(/\r?\n/u).filter((line) => line !== '');
  const given = {
    min: limit(fields.min.trim()),
    max: limit(fields.max.trim()),
    ...(type === 'text' && { mask: fields.mask }),
    ...(type === 'date' && { earliest: limitOf(fields.earliest), latest: limitOf(fields.latest), format: fields.format.trim() }),
    ...(type !== 'date' && lines.length > 0 && { choices: lines }),
  };
  const read = promptSchema.safeParse({ type, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) });
  if (read.success) return { prompt: read.data, faults: {} };
  const faults: PromptReading['faults'] = {};
  for (const { path, message } of read.error.issues) {
    const [field, index] = path as [PromptFault, number?];
    faults[field] ??= index === undefined ? message : `"${lines[index] ?? ''}" ${message}`;
  }
  return { prompt: undefined, faults };
}
