import type { InkStatus } from '#contract/api-v3/printer.ts';
import { errorTexts, type StatusError } from '#contract/api-v3/status-error.ts';
import type { EngineInk } from '../engines/engine.ts';

/** Errors as the specification has them, texts only, and with their codes as the extension has them. */
export function withDetails(errors: StatusError[]): { errors: string[]; errorDetails?: StatusError[] } {
  return { errors: errorTexts(errors), ...(errors.length > 0 && { errorDetails: errors }) };
}

/** An ink supply of an engine, for the API. */
export function inkStatus({ errors, warnings, ...ink }: EngineInk): InkStatus {
  return {
    ...ink,
    ...withDetails(errors),
    warnings: errorTexts(warnings),
    ...(warnings.length > 0 && { warningDetails: warnings }),
  };
}
