import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { allowedPart } from '#diagnostics/support/allow-list.ts';
import { collectSupport, supportArchive } from '#diagnostics/support/collect-support.ts';
import { runSupportCommand } from '#diagnostics/support-command.ts';
import { runChecks } from '#diagnostics/checks/run-checks.ts';
import { METRIC_FILES } from '#diagnostics/sources/metric-history.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { controllerAt, diagnosticsContext } from '#support/diagnostics-context.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { openService, textLabel } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** What no support file may have. */
const SECRETS = {
  emailPassword: 'smtp-Geheim-7731',
  emailUser: 'mail-user-9923@plant.example',
  mqttPassword: 'mqtt"Pass\\word',
  plantKey: 'strobe_plant_secret_key_5512',
  webhookSecret: `whsec_${Buffer.from('a webhook secret of 32 bytes....').toString('base64')}`,
  webhookPath: 'T0KEN-IN-THE-PATH',
  printerPassword: 'ipp-Password-2201',
  connectionKey: 'strobe_connection_key_for_another_controller_0123456789',
  pinHash: '$scrypt$ln=15$c2FsdHNhbHQ$cGluaGFzaHBpbmhhc2g',
  badgeHash: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
  person: 'Annabel Nachname',
  labelText: 'Best before the content of a label',
  variableValue: 'LOT-VALUE-88231',
  eventDetail: 'row 17 of a customer',
};

async function plantedService(folder: string) {
  mkdirSync(join(folder, 'controller'));
  const service = await openService({ database: join(folder, 'controller/controller.db'), virtualPrinters: 1 });
  onTestFinished(() => service.close());
  const put = async (path: string, body: object) => {
    const answer = await service.call(`/api/v3/${path}`, { method: 'PUT', body });
    expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, answer.status, '']);
  };
  const { emailPassword, emailUser, mqttPassword, plantKey, webhookSecret, webhookPath, printerPassword } = SECRETS;
  await put('email', { host: 'mail.example', user: emailUser, password: emailPassword, sender: emailUser });
  await put('sparkplug', { servers: [{ url: 'mqtts://192.0.2.1' }], groupId: 'P', nodeId: 'N', user: 'u', password: mqttPassword });
  await put('settings/plant', { url: 'https://plant.example/secret-path', key: plantKey });
  await put('webhooks/MES', { url: `https://hooks.example/${webhookPath}`, isEnabled: false, secret: webhookSecret });
  const engine = { kind: 'ipp', url: 'ipp://127.0.0.1:9/print', user: 'u', password: printerPassword };
  await put('printers/Office', { engine, dpi: 300, physicalWidth: 100, height: 50 });
  await put('labels/Case', textLabel(SECRETS.labelText));
  await put('variables/Lot', { value: SECRETS.variableValue });
  return service;
}

async function plantStation(folder: string): Promise<void> {
  const db = openStationDatabase(join(folder, 'station.db'));
  const { pinHash, badgeHash, person, connectionKey, eventDetail } = SECRETS;
  const one = { id: 'p', name: person, folded_name: person.toLowerCase(), role: 'administrator', secret_hash: pinHash };
  await db
    .insertInto('people')
    .values({ ...one, badge_hash: badgeHash, lines: null, is_enabled: 1 })
    .execute();
  await db.insertInto('settings').values({ key: 'connection-key:c', value: connectionKey }).execute();
  const url = 'http://user:password-in-url@192.0.2.7:7311';
  await db.insertInto('connections').values({ id: 'c', name: 'Hall 2', url, position: 1, controller_id: null }).execute();
  const entry = { at: 1, event: 'command-done', subject: 'printing.select', connection: 'c', controller: 'Hall 2', printer: 'Line 1' };
  await db
    .insertInto('event_log')
    .values({ ...entry, detail: eventDetail, reason: eventDetail, person, folded: '' })
    .execute();
  await db.destroy();
}

it('a support file has what helps, and none of the secrets that were planted everywhere', async () => {
  const folder = temporaryFolder();
  await plantStation(folder);
  const service = await plantedService(folder);
  const { key, cert } = makeCertificate();
  mkdirSync(join(folder, 'tls'));
  writeFileSync(join(folder, 'tls/server-key.pem'), key);
  writeFileSync(
    join(folder, 'strobe.json'),
    JSON.stringify({ page: { port: 7320, certificate: { cert: '/etc/c.pem', key: '/etc/k.pem' } } }),
  );
  mkdirSync(join(folder, 'controller/logs'));
  const lines = [
    { level: 50, time: Date.now(), msg: `sent ${SECRETS.emailPassword} and ${SECRETS.connectionKey}`, password: 'in a field' },
    { level: 50, time: Date.now(), msg: `mqtt ${SECRETS.mqttPassword}`, key: SECRETS.plantKey },
    { level: 30, time: Date.now(), msg: `read ${key} and ${cert}` },
  ];
  writeFileSync(join(folder, 'controller/logs/controller.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(join(folder, METRIC_FILES[0]), 'head\n2026-01-01T00:00:00.000Z,1\n');

  const context = diagnosticsContext({ folder, controllers: [controllerAt(service.url)], runProgram: async () => undefined });
  const archive = supportArchive(await collectSupport(context, await runChecks(context)), 'support');
  const files = new Map(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]));

  const controller = 'support/controllers/1-Hall-1';
  expect([...files.keys()].map((name) => name.replace(`${controller}/`, '').replace('support/', ''))).toEqual([
    ...['README.txt', 'diagnostics.txt', 'diagnostics.json', 'settings/network.json', 'settings/station.json', 'events/station.csv'],
    ...['events/controller.csv', 'settings.json', 'state.json', 'printers.json', 'names.json', 'metrics.txt'],
    ...['metrics-last-day.csv', 'logs/controller.log'],
  ]);
  const all = [...files.values()].join('\n');
  for (const [name, secret] of Object.entries({ ...SECRETS, url: 'password-in-url', path: 'secret-path', files: '/etc/k.pem' })) {
    expect(all, name).not.toContain(secret);
    expect(all, name).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
  expect(all).not.toMatch(/PRIVATE KEY|in a field/);
  for (const line of key.split('\n').filter((text) => text.length > 20)) expect(all).not.toContain(line);

  expect(JSON.parse(files.get(`${controller}/settings.json`)!)).toMatchObject({
    '/api/v3/email': { host: 'mail.example', passwordSet: true },
    '/api/v3/settings/plant': { url: 'https://plant.example', keySet: true },
    '/api/v3/webhooks': [{ name: 'MES', webhook: { url: 'https://hooks.example', secretSet: true } }],
  });
  expect(JSON.parse(files.get(`${controller}/printers.json`)!)).toMatchObject({
    Office: {
      configuration: { engine: { kind: 'ipp', url: 'ipp://127.0.0.1:9', passwordSet: true } },
      status: { state: expect.any(String) },
    },
  });
  expect(JSON.parse(files.get(`${controller}/names.json`)!)).toMatchObject({ labels: ['Case'], variables: ['Lot'] });
  expect(JSON.parse(files.get('support/settings/station.json')!)).toEqual({
    connections: [{ name: 'Hall 2', url: 'http://192.0.2.7:7311' }],
    roles: [{ role: 'administrator', people: 1 }],
  });
  expect(files.get('support/events/station.csv')).toBe(
    'at,event,subject,controller,printer\n1970-01-01T00:00:00.001Z,command-done,printing.select,Hall 2,Line 1\n',
  );
  expect(files.get('support/logs/controller.log')).toContain('sent [removed] and [');
  expect(files.get('support/metrics-last-day.csv')).toContain('2026-01-01T00:00:00.000Z,1');
});

it('only named fields pass, and never an object where a plain value is expected', () => {
  const value = { host: 'a', password: 'b', nested: { key: 'c' }, list: [{ name: 'n', secret: 's' }, 'text'], url: 'https://u:p@h:1/x' };
  expect(allowedPart(value, { host: 'plain', nested: 'plain', list: [{ name: 'plain' }], url: 'origin', missing: 'plain' })).toEqual({
    host: 'a',
    list: [{ name: 'n' }, undefined],
    url: 'https://h:1',
  });
  expect(allowedPart({ a: { b: 1, c: 2 } }, { '*': { b: 'plain' } })).toEqual({ a: { b: 1 } });
});

it('the command writes a support file without a running program, and never over another file', async () => {
  const folder = temporaryFolder();
  const to = join(temporaryFolder(), 'support.zip');
  const written: string[] = [];
  const io = { write: (line: string) => void written.push(line), writeError: (line: string) => void written.push(line), version: '0.0.0' };
  expect(await runSupportCommand(['--data', folder, '--to', to], io)).toBe(0);
  expect(Object.keys(unzipSync(readFileSync(to))).map((name) => name.replace(/^[^/]+\//, ''))).toEqual([
    ...['README.txt', 'diagnostics.txt', 'diagnostics.json'],
  ]);
  expect(written.at(-1)).toContain(to);
  expect(await runSupportCommand(['--data', folder, '--to', to], io)).toBe(1);
  expect(written.at(-1)).toContain('EEXIST');
  expect(await runSupportCommand(['--data', folder], io)).toBe(2);
});
