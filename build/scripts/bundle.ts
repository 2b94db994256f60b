import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { DESKTOP_BUNDLES } from '../vite.desktop.config.ts';
import { PROGRAMS } from '../vite.programs.config.ts';

/**
 * Builds one part of the product with Vite. A process of its own: what Vite and its plugins write depends on `NODE_ENV` when they are loaded, and on the process,
 * which a test runner changes, and the same sources must give the same bytes.
 */

const buildPage = async (config: string): Promise<void> => {
  const configFile = fileURLToPath(new URL(`../${config}`, import.meta.url));
  await build({ configFile, configLoader: 'native', logLevel: 'warn' });
};

const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  page: () => buildPage('vite.renderer.config.ts'),
  'plant-page': () => buildPage('vite.plant-page.config.ts'),
  desktop: async () => {
    for (const bundle of DESKTOP_BUNDLES) await build(bundle);
  },
  programs: () => build(PROGRAMS),
};

const part = process.argv[2] ?? '';
const make = PARTS[part];
if (!make) throw new Error(`bundle: unknown part "${part}"; there are ${Object.keys(PARTS).join(', ')}`);
await make();
