/**
 * `npm run check -- layers`: reports violations of `build/dependency-rules.cjs`, and import cycles between folders, which dependency-cruiser does
 * not detect between a parent and its child. Checks `electron` and `renderer` in the working directory. Names every import and exits with code 1.
 */
import { join } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { folderCycles, type Import } from './folder-cycles.ts';

const PRODUCT = /^(electron|renderer)\//;

const options = await extractDepcruiseOptions(join(import.meta.dirname, '../dependency-rules.cjs'));
const result = (await cruise(['electron', 'renderer'], options)).output as ICruiseResult;
const rules = await format(result, { outputType: 'err' });
const imports = result.modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }): Import => [source, resolved]));
const cycles = folderCycles(imports.filter((paths) => paths.every((path) => PRODUCT.test(path))));

console.log(rules.output);
for (const cycle of cycles) {
  console.log(`error no-folder-cycles: ${cycle.map(({ folder }) => folder).join(' -> ')} -> ${cycle[0]?.folder ?? ''}`);
  for (const { file, imports: target } of cycle) console.log(`  ${file} imports ${target}`);
}
if (rules.exitCode > 0 || cycles.length > 0) process.exitCode = 1;
