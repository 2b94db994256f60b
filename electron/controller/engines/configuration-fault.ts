import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { FieldError } from '#contract/problem-schema.ts';

/** Why a device does not fit its configuration: an error of its status, and the field of the configuration as a JSON pointer. */
export interface ConfigurationFault {
  pointer: string;
  error: StatusError;
}

/** The same as errors of the fields, as in the result of a test. */
export function toFieldErrors(faults: readonly ConfigurationFault[]): FieldError[] {
  return faults.map(({ pointer, error }) => ({ pointer, detail: error.text }));
}
