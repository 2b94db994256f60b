import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pageBuild } from './vite.renderer.config.ts';

/** The page of the plant. It is built apart from that of the station, whose first script would otherwise have parts of both. */
export default defineConfig(pageBuild({ root: fileURLToPath(new URL('../renderer/plant', import.meta.url)), outDir: 'plant-page' }));
