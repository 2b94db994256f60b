import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { Platform } from 'electron-builder';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulationUrl } from '#contract/station/urls.ts';
import type { Connection } from '#contract/station/connections.ts';
import { callEachRead } from '#support/contract-calls.ts';
import { embeddedOnline, startDesktopApp, type DesktopApp } from '#support/desktop-app.ts';
import { untilHolds } from '#support/until-holds.ts';
import { electronBuilder } from '../../../build/electron-builder.ts';
import { DESKTOP_FILES } from '../../../build/vite.desktop.config.ts';
import { packageApp } from '../../../build/scripts/package.ts';
import { makeStandInElectron } from '../../../build/scripts/stand-in-electron.ts';

type Validate = (configuration: Configuration, log: { isEnabled: boolean }) => Promise<void>;

/** The packager's own validation of a configuration, which is not part of its public interface. */
function packagersValidation(): Validate {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  return (ofBuilder('app-builder-lib/out/util/config/config.js') as { validateConfiguration: Validate }).validateConfiguration;
}

interface Fuses {
  FuseV1Options: Record<string, string | number>;
  getCurrentFuseWire: (program: string) => Promise<Record<string, number>>;
}

/** The library with which the packager sets fuses. */
function electronFuses(): Fuses {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  return createRequire(ofBuilder.resolve('app-builder-lib'))('@electron/fuses') as Fuses;
}

/** How the library reports the states of a fuse. */
const STATES: Readonly<Record<number, boolean>> = { 0x30: false, 0x31: true };

describe('the packaging configuration', () => {
  it('follows the schema of the packager', async () => {
    await expect(packagersValidation()(electronBuilder, { isEnabled: false })).resolves.toBeUndefined();
  });

  it('would be refused with an unknown key', async () => {
    const wrong = { ...electronBuilder, asarr: true } as Configuration;
    await expect(packagersValidation()(wrong, { isEnabled: false })).rejects.toThrow('asarr');
  });

  it('G4 G5 sets each fuse that there is: no plain Node, no inspector, only the sealed archive', () => {
    const names = Object.keys(electronFuses().FuseV1Options).filter((name) => !/^\d/.test(name));
    expect([electronBuilder.asar, Object.keys(electronBuilder.electronFuses ?? {}).sort()]).toEqual([
      true,
      names.map((name) => name.charAt(0).toLowerCase() + name.slice(1)).sort(),
    ]);
  });

  it('makes an installer for Windows and an AppImage for Linux', () => {
    expect([electronBuilder.win?.target, electronBuilder.linux?.target]).toEqual([
      [{ target: 'nsis', arch: ['x64'] }],
      [{ target: 'AppImage', arch: ['x64'] }],
    ]);
  });

  it('installs on Windows for all accounts, offline and without questions, and keeps the data', () => {
    expect(electronBuilder.nsis).toMatchObject({
      oneClick: false,
      perMachine: true,
      differentialPackage: false,
      deleteAppDataOnUninstall: false,
    });
    expect(electronBuilder.win?.extraFiles).toEqual([{ from: 'build/windows', to: 'windows', filter: ['*.ps1'] }]);
  });
});

describe('the package', () => {
  let output = '';
  let archive = '';
  let files: string[] = [];
  const unpacked = (...path: string[]): string => join(output, 'linux-unpacked', ...path);

  beforeAll(async () => {
    output = mkdtempSync(join(tmpdir(), 'strobe-package-'));
    const electronDist = makeStandInElectron(join(output, 'stand-in'));
    await packageApp({ isUnpacked: true, platform: Platform.LINUX, output, electron: { kind: 'stand-in', folder: electronDist } });
    archive = unpacked('resources', 'app.asar');
    files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  });
  afterAll(() => rmSync(output, { recursive: true, force: true }));

  it('is a folder with the program and one archive, and without Electron’s own app', () => {
    const places = [unpacked('strobe'), archive, unpacked('LICENSE.electron.txt'), unpacked('resources', 'default_app.asar')];
    expect(places.map((place) => existsSync(place))).toEqual([true, true, true, false]);
  });

  it.each([
    '/dist/desktop/main.js',
    '/dist/desktop/preload.cjs',
    '/dist/desktop/controller.js',
    '/dist/desktop/damage-check-worker.js',
    '/dist/desktop/drawing-worker.js',
    '/dist/desktop/remove-partial-files.js',
    '/dist/renderer/index.html',
    '/build/icons/png/32x32.png',
    '/node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
    '/node_modules/@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf',
    '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    '/node_modules/harfbuzzjs/dist/harfbuzz.wasm',
    '/node_modules/@fastify/swagger-ui/static/swagger-ui-bundle.js',
  ])('contains %s', (file) => {
    expect(files).toContain(file);
  });

  it('contains the samples of a first start', () => {
    expect(files.filter((file) => /^\/build\/samples\/.+\.\w+$/.test(file))).not.toEqual([]);
  });

  it('contains nothing else: no sources, no tests, no libraries, no Node', () => {
    const own =
      /^\/(package\.json|dist(\/(desktop|renderer)(\/.*)?)?|build(\/samples(\/.*)?|\/icons(\/png(\/32x32\.png)?)?)?|node_modules(\/.*)?)$/;
    const packages = [...new Set(files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/@][^/]*)/.exec(file)?.[1]))];
    expect({
      foreign: files.filter((file) => !own.test(file)),
      packages: packages.filter((name) => name !== undefined).sort(),
      sources: files.filter((file) => /\.(ts|vue|map|node)$|\/node_modules\/.*\/(test|tests)\//.test(file)),
      unpacked: existsSync(unpacked('resources', 'app.asar.unpacked')),
    }).toEqual({
      foreign: [],
      packages: ['@expo-google-fonts/arimo', '@fastify/swagger', '@fastify/swagger-ui', 'dejavu-fonts-ttf', 'harfbuzzjs'],
      sources: [],
      unpacked: false,
    });
  });

  it('contains each bundle, and no other program', () => {
    const programs = files.filter((file) => file.startsWith('/dist/desktop/')).map((file) => file.slice('/dist/desktop/'.length));
    expect(programs.sort()).toEqual([...DESKTOP_FILES].sort());
  });

  it('G4 G5 has the fuses in its program as they are configured', async () => {
    const { FuseV1Options, getCurrentFuseWire } = electronFuses();
    const wire = await getCurrentFuseWire(unpacked('strobe'));
    const states = Object.entries(electronBuilder.electronFuses ?? {}).map(([name]) => {
      const index = FuseV1Options[name.charAt(0).toUpperCase() + name.slice(1)] ?? -1;
      return [name, STATES[wire[index] ?? 0]];
    });
    expect(Object.fromEntries(states)).toEqual(electronBuilder.electronFuses);
  });

  it('starts the main process, by a package.json without scripts', () => {
    const packed = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
    expect([packed['main'], packed['type'], packed['scripts'], packed['devDependencies']]).toEqual([
      'dist/desktop/main.js',
      'module',
      undefined,
      undefined,
    ]);
  });

  describe('started from its archive’s content', () => {
    let app: DesktopApp;
    let online: Connection;
    beforeAll(async () => {
      const program = join(output, 'extracted');
      extractAll(archive, program);
      app = startDesktopApp(join(program, 'dist/desktop/main.js'), ['--data', join(output, 'data'), '--controller-port', '0']);
      await app.opened;
      await app.ask('ready', { origin: 'app://strobe' });
      online = await embeddedOnline(app.client);
    });
    afterAll(async () => {
      await app.ask('quit');
      expect((await app.ended).code).toBe(0);
    });

    it('contains everything that runs: station, controller, fonts, samples, page and reference', async () => {
      const [label] = await app.client.labels.list({ connection: online.id });
      const picture = await app.ask('fetch', { url: `app://strobe${simulationUrl(online.id, label?.name ?? '')}` });
      const page = await app.ask('fetch', { url: 'app://strobe/' });
      const reference = await fetch(`${online.url}/docs/`);
      expect({ picture, page, reference: reference.status }).toMatchObject({
        picture: { status: 200, headers: { 'content-type': 'image/png' } },
        page: { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
        reference: 200,
      });
    });

    it('answers every read of the contract over the port that its preload script hands over', async () => {
      const outcomes = await callEachRead(app.client, { connection: online.id, printer: 'Line 1' });
      const failed = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ok');
      expect([await app.ask('portKind'), Object.fromEntries(failed)]).toEqual([
        'MessagePort',
        { 'printers.nextMessage': 'nothing-selected' },
      ]);
      expect(Object.keys(outcomes).length).toBeGreaterThan(50);
    });

    it('prints over that port', async () => {
      const place = { connection: online.id, printer: 'Line 1' };
      await app.client.printing.select({ ...place, job: { labelName: 'Can date code' }, idempotencyKey: randomUUID() });
      await app.client.printing.trigger({ ...place, idempotencyKey: randomUUID() });
      await untilHolds(async () => {
        const { prints } = await app.client.prints.list({ connection: online.id, limit: 10 });
        expect(prints.map(({ state }) => state)).toEqual(['printed']);
      });
    });
  });
});
