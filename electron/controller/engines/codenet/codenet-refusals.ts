import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** What the codes of a refusal (NAK) mean. Source: "Ax Series Codenet Protocol" (EPT033760, issue 2, Domino); 000 as a coder was seen to use it. */
const REASONS: Readonly<Record<string, string>> = {
  '000': 'it still holds values that are not printed',
  '001': 'the length is wrong',
  '002': 'the start of the command is missing',
  '003': 'it does not know the command',
  '004': 'there are characters before the end of the command',
  '005': 'it has no such head',
  '007': 'a value is out of range',
  '008': 'it has no label with that number',
  '009': 'the syntax is wrong',
  '010': 'the label is too long for its store',
  '011': 'the label is too long for its print buffer',
  '012': 'a command in the label is wrong',
  '013': 'it does not have one of the characters',
  '016': 'it cannot load the label',
  '017': 'it has no label with that number',
  '020': 'it does not have the command',
  '027': 'printing is disabled',
  '050': 'it is busy',
  '051': 'it has an internal error',
  '052': 'it has no such label',
};

/** A refusal (NAK) as an error. `command` completes "The coder refused". */
export function refusalError(command: string, nak: string): StatusError {
  return statusError('coder-refused-nak', { command, reason: REASONS[nak] ?? 'it does not say why', nak });
}
