import { rootCertificates } from 'node:tls';
import type { EmailSettings } from '#contract/api-v3/email.ts';
import { untilAborted } from '../platform/until-aborted.ts';

/** Milliseconds to connect, until the greeting, and without an answer. */
const CONNECT_LIMIT = 10_000;
const SILENCE_LIMIT = 20_000;

export interface Email {
  to: readonly string[];
  subject: string;
  text: string;
}

/** Sends an e-mail over SMTP. Rejects with the reason, and when the signal aborts: then the server may have taken it all the same. `nodemailer` is loaded when the first one is sent. */
export async function sendEmail(settings: EmailSettings, { to, subject, text }: Email, signal?: AbortSignal): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, security, user, password, authorities, sender } = settings;
  const transport = createTransport({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...{ connectionTimeout: CONNECT_LIMIT, greetingTimeout: CONNECT_LIMIT, socketTimeout: SILENCE_LIMIT },
    tls: authorities === '' ? {} : { ca: [...rootCertificates, authorities] },
    ...(user !== '' && { auth: { user, pass: password ?? '' } }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    const sending = transport.sendMail({ from: sender, to: [...to], subject, text });
    await (signal ? untilAborted(sending, signal) : sending);
    signal?.throwIfAborted();
  } finally {
    transport.close();
  }
}
