import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { Platform } from 'electron-builder';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulationUrl } from '#contract/station/urls.ts';
import { embeddedOnline, startDesktopApp } from '#support/desktop-app.ts';
import { electronBuilder } from '../../../build/electron-builder.ts';
import { packageApp } from '../../../build/scripts/package.ts';
import { makeStandInElectron } from '../../../build/scripts/stand-in-electron.ts';

type Validate = (configuration: Configuration, log: { isEnabled: boolean }) => Promise<void>;

/** The packager's own validation of a configuration, which is not part of its public interface. */
function packagersValidation(): Validate {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  return (ofBuilder('app-builder-lib/out/util/config/config.js') as { validateConfiguration: Validate }).validateConfiguration;
}

describe('the packaging configuration', () => {
  it('follows the schema of the packager', async () => {
    await expect(packagersValidation()(electronBuilder, { isEnabled: false })).resolves.toBeUndefined();
  });

  it('would be refused with an unknown key', async () => {
    const wrong = { ...electronBuilder, asarr: true } as Configuration;
    await expect(packagersValidation()(wrong, { isEnabled: false })).rejects.toThrow('asarr');
  });

  it('G4 G5 sets the fuses: no plain Node, no inspector, only the sealed archive', () => {
    expect([electronBuilder.asar, electronBuilder.electronFuses]).toEqual([
      true,
      {
        runAsNode: false,
        enableCookieEncryption: true,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
        grantFileProtocolExtraPrivileges: false,
      },
    ]);
  });

  it('makes an installer for Windows, and an AppImage and a Debian package for Linux', () => {
    expect([electronBuilder.win?.target, electronBuilder.linux?.target]).toEqual([
      [{ target: 'nsis', arch: ['x64'] }],
      [
        { target: 'AppImage', arch: ['x64'] },
        { target: 'deb', arch: ['x64'] },
      ],
    ]);
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
    const own = /^\/(package\.json|dist(\/(desktop|renderer)(\/.*)?)?|build(\/samples(\/.*)?)?|node_modules(\/.*)?)$/;
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

  it('starts the main process, by a package.json without scripts', () => {
    const packed = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
    expect([packed['main'], packed['type'], packed['scripts'], packed['devDependencies']]).toEqual([
      'dist/desktop/main.js',
      'module',
      undefined,
      undefined,
    ]);
  });

  it('contains everything that runs: station, controller, fonts, samples, page and reference', async () => {
    const program = join(output, 'extracted');
    extractAll(archive, program);
    const app = startDesktopApp(join(program, 'dist/desktop/main.js'), ['--data', join(output, 'data'), '--controller-port', '0']);
    await app.opened;
    await app.ask('ready', { origin: 'app://strobe' });
    const online = await embeddedOnline(app.client);
    const [label] = await app.client.labels.list({ connection: online.id });
    const picture = await app.ask('fetch', { url: `app://strobe${simulationUrl(online.id, label?.name ?? '')}` });
    const page = await app.ask('fetch', { url: 'app://strobe/' });
    const reference = await fetch(`${online.url}/docs/`);
    await app.ask('quit');
    expect({ picture, page, reference: reference.status, code: (await app.ended).code }).toMatchObject({
      picture: { status: 200, headers: { 'content-type': 'image/png' } },
      page: { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
      reference: 200,
      code: 0,
    });
  });
});
