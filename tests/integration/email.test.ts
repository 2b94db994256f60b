import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import type { EmailState } from '#contract/api-v3/email.ts';
import { makeCertificate, writeCertificate } from '#support/make-certificate.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { SmtpServer, type SmtpServerOptions, type TakenEmail } from '#support/smtp-server.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';

const missing = SmtpServer.missing();
const authority = makeCertificate({ commonName: 'Plant', isAuthority: true });
const certificate = makeCertificate({ issuer: authority, names: ['localhost'] });
const LINE_1 = '/api/v3/printers/Line%201';

let service: OpenService;
let server: SmtpServer | undefined;
beforeEach(async (context: TestContext) => {
  context.skip(missing !== undefined, missing);
  service = await openService({ virtualPrinters: 2 });
});
afterEach(async () => {
  if (missing !== undefined) return;
  await service.close();
  await server?.stop();
});

async function startServer(security: SmtpServerOptions['security'], made = certificate, port?: number): Promise<SmtpServer> {
  server = await SmtpServer.start({ security, certificate: writeCertificate(made), ...(port !== undefined && { port }) });
  return server;
}
const call = (method: string, path: string, body?: unknown) =>
  service.call(path.startsWith('/') ? path : `/api/v3/${path}`, {
    method,
    headers: { 'strobe-author': 'Ana' },
    ...(body !== undefined && { body }),
  });
const rule = (more: object = {}) => ({ name: 'Shift', to: ['shift@plant.example'], groupMinutes: 0, ...more });
const put = ({ port }: SmtpServer, settings: object = {}) =>
  call('PUT', 'email', {
    ...{ isEnabled: true, host: 'localhost', port, sender: 'strobe@plant.example', user: 'strobe', password: 'secret' },
    ...{ authorities: authority.cert, rules: [rule()] },
    ...settings,
  });
const state = async () => (await call('GET', 'email/state')).json as EmailState;
const emails = (count: number) =>
  until(
    () => Promise.resolve(server?.emails ?? []),
    ({ length }) => length >= count,
  );
const coverOpen = (printer = LINE_1) => call('POST', `${printer}/faults`, { fault: 'cover-open' });
const coverClosed = (printer = LINE_1) => call('DELETE', `${printer}/faults/cover-open`);

describe('an e-mail about an alarm', () => {
  it.each(['starttls', 'tls'] as const)('is sent over %s with user and password, and so is the end of the alarm', async (security) => {
    const smtp = await startServer(security);
    expect(await put(smtp, { security })).toMatchObject({ status: 204 });
    expect((await call('GET', 'email')).json).toMatchObject({ password: null, passwordSet: true });
    await coverOpen();
    await emails(1);
    await coverClosed();
    const [began, ended] = await emails(2);
    const common: Partial<TakenEmail> = { from: 'strobe@plant.example', to: ['shift@plant.example'], isEncrypted: true, user: 'strobe' };
    expect(began).toMatchObject({ ...common, subject: expect.stringMatching(/^Line 1: Printer error: .*cover/i) as string });
    expect(ended).toMatchObject({ ...common, subject: expect.stringMatching(/^Line 1: Printer error ended: .*cover/i) as string });
    expect(began?.text).toContain('Line 1: Printer error');
    await untilHolds(async () => expect(await state()).toMatchObject({ phase: 'idle', waiting: 0, alarms: [] }));
  });

  it('is not sent to a server with a certificate that no authority vouches for, and is sent when that is right', async () => {
    const smtp = await startServer('starttls', makeCertificate({ names: ['localhost'] }));
    await put(smtp);
    await coverOpen();
    const failed = await until(state, ({ phase }) => phase === 'backing-off');
    expect(failed.lastError).toMatch(/certificate/i);
    expect(failed.waiting).toBeGreaterThan(0);
    expect(smtp.emails).toEqual([]);
    await smtp.stop();
    await startServer('starttls', certificate, smtp.port);
    await emails(1);
  });

  it('is not sent to a server whose certificate is for another name, nor without encryption to one that offers none', async () => {
    const smtp = await startServer('starttls', makeCertificate({ issuer: authority, names: ['other.example'] }));
    await put(smtp);
    const refused = await call('POST', 'email/test', { to: 'ana@plant.example' });
    expect(refused.json).toMatchObject({ isSent: false, reason: expect.stringMatching(/altnames|certificate/i) as string });
    await smtp.stop();
    await startServer('none', certificate, smtp.port);
    const open = await call('POST', 'email/test', { to: 'ana@plant.example' });
    expect(open.json).toMatchObject({ isSent: false, reason: expect.stringMatching(/STARTTLS|TLS/i) as string });
    await put(smtp, { security: 'none', user: '', password: null });
    expect((await call('POST', 'email/test', { to: 'ana@plant.example' })).json).toEqual({ isSent: true });
    expect(server?.emails).toMatchObject([{ to: ['ana@plant.example'], isEncrypted: false }]);
  });

  it('is one for all that comes within the time of collecting', async () => {
    const smtp = await startServer('starttls');
    await put(smtp, { rules: [rule({ groupMinutes: 1 })] });
    await coverOpen();
    await coverOpen('/api/v3/printers/Line%202');
    await until(state, ({ waiting }) => waiting === 2);
    expect(smtp.emails).toEqual([]);
    await service.db.updateTable('email_entries').set({ due: 0 }).execute();
    await put(smtp, { rules: [rule({ groupMinutes: 1 })] });
    const [email] = await emails(1);
    expect(email?.subject).toBe('2 events');
    for (const printer of ['Line 1', 'Line 2']) expect(email?.text).toContain(`${printer}: Printer error`);
  });

  it('is sent to others when the alarm was not acknowledged in time', async () => {
    const escalation = { minutes: 1, to: ['manager@plant.example'] };
    const rules = [rule({ escalation, isEndSent: false })];
    const smtp = await startServer('starttls');
    await put(smtp, { rules });
    await coverOpen();
    const [alarm] = (await until(state, ({ alarms }) => alarms.length === 1)).alarms;
    await service.db.updateTable('email_alarms').set({ escalates: 1 }).execute();
    await put(smtp, { rules });
    const [, escalated] = await emails(2);
    expect(escalated).toMatchObject({
      to: ['manager@plant.example'],
      subject: expect.stringMatching(/^Not acknowledged: Line 1/) as string,
    });
    expect(await call('POST', `email/alarms/${alarm?.alarm}/acknowledge`)).toMatchObject({ status: 204 });
    expect((await state()).alarms).toMatchObject([{ acknowledgedBy: 'Ana' }]);
    expect(await call('POST', 'email/alarms/none/acknowledge')).toMatchObject({ status: 404 });
    await service.db.updateTable('email_alarms').set({ escalates: 1 }).execute();
    await put(smtp, { rules });
    await coverClosed();
    await until(state, ({ alarms }) => alarms.length === 0);
    expect(smtp.emails).toHaveLength(2);
  });
});

describe('the settings of e-mails', () => {
  it('send a stored password to no other server, and none without encryption', async () => {
    const smtp = await startServer('starttls');
    await put(smtp);
    const elsewhere = await put(smtp, { host: 'other.example', password: undefined });
    expect([elsewhere.status, elsewhere.text]).toEqual([400, expect.stringContaining('enter it again')]);
    const open = await put(smtp, { host: 'other.example', security: 'none' });
    expect([open.status, open.text]).toEqual([400, expect.stringContaining('encrypted connection only')]);
  });

  it('are refused where a rule cannot be used', async () => {
    const smtp = await startServer('starttls');
    for (const wrong of [{ to: [] }, { to: ['no address'] }, { kinds: ['line.resumed'] }, { hours: { from: '06:00', to: '06:00' } }])
      expect(await put(smtp, { rules: [rule(wrong)] })).toMatchObject({ status: 400 });
    expect(await put(smtp, { rules: [rule(), rule()] })).toMatchObject({ status: 400 });
  });
});
