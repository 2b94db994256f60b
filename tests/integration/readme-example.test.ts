import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { untilHolds } from '#support/until-holds.ts';

const noCurl = spawnSync('curl', ['--version']).error === undefined ? '' : ': there is no curl';
const ADDRESS = 'http://127.0.0.1:7311';
const PNG_SIGNATURE = '89504e470d0a1a0a';
const run = promisify(execFile);

let controller: ControllerProcess | undefined;
afterEach(() => controller?.stop());

describe('the example of the README', () => {
  it.skipIf(noCurl !== '')(`prints on a controller after its first start, as it is written${noCurl}`, async () => {
    const { url, dataFolder } = (controller = await startController());
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```sh\n(api=[^]*?)```/.exec(readme) ?? [];
    expect(example).toContain(ADDRESS);
    await untilHolds(async () => expect(await readApi(`${url}/api/v3/printers/Line%201/status`)).toMatchObject({ state: 'STARTED' }));
    const statuses = `curl() { command curl --silent --show-error --write-out '%{stderr}%{http_code} ' "$@"; }`;
    const { stderr } = await run('sh', ['-c', `${statuses}\n${example.replace(ADDRESS, url)}`], { cwd: dataFolder });
    expect(stderr.trim().split(' ')).toEqual(['200', '200', '202', '200']);
    expect(readFileSync(join(dataFolder, 'next.png')).toString('hex')).toMatch(new RegExp(`^${PNG_SIGNATURE}`));
    expect(await readApi(`${url}/api/v3/prints?printer=Line%201`)).toMatchObject({
      prints: [{ label: 'Food case', table: 'Products', key: '9521234510000' }],
    });
  });
});
