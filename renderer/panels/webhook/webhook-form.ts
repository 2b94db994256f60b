import type { RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { Webhook } from '#contract/api-v3/webhook.ts';
import { choiceOf, isIncomplete, namesOf, type NameChoice } from '../recorded-events/name-choice.ts';

/** The configuration of a webhook in the form. */
export interface WebhookForm {
  url: string;
  isEnabled: boolean;
  kinds: NameChoice;
  printers: NameChoice;
  hasPrintRecords: boolean;
  isPlainTextAllowed: boolean;
  authorities: string;
}

/** The form of a stored webhook, or of a new one. */
export function formOfWebhook(webhook: Webhook | undefined): WebhookForm {
  const { url = '', isEnabled = true, kinds = [], printers = [], hasPrintRecords = false } = webhook ?? {};
  const { isPlainTextAllowed = false, authorities = '' } = webhook ?? {};
  return {
    ...{ url, isEnabled, hasPrintRecords, isPlainTextAllowed, authorities },
    ...{ kinds: choiceOf(kinds), printers: choiceOf(printers) },
  };
}

/** The webhook of a complete form. */
export function webhookOfForm(form: WebhookForm): Webhook {
  return {
    ...form,
    ...{ url: form.url.trim(), kinds: namesOf(form.kinds) as RecordedKind[], printers: namesOf(form.printers) },
    isPlainTextAllowed: form.isPlainTextAllowed && isPlainText(form.url),
  };
}

/** Whether kinds and printers are chosen. */
export function isComplete({ kinds, printers }: WebhookForm): boolean {
  return !isIncomplete(kinds) && !isIncomplete(printers);
}

/** Whether an address is reached without encryption. */
export function isPlainText(url: string): boolean {
  return url.trim().toLowerCase().startsWith('http:');
}
