import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '#contract/station/connections.ts';
import BackupsPage from '#renderer/pages/BackupsPage.vue';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => rig?.end());

async function textWith(connection: Partial<Connection>): Promise<string> {
  const operations = {
    backups: { list: async () => ({ backups: [], makingSince: null, failure: null }) },
    lastAnswers: { at: async () => ({ at: null }) },
  };
  rig = await openPageRig(operations, [aConnection({ hasExtensions: false, ...connection })]);
  const page = rig.mount(BackupsPage);
  await flushPromises();
  return page.text();
}

const CANNOT = 'Backups are not available';

describe('the backups page', () => {
  it('says that another vendor’s controller reports no backups', async () => {
    expect(await textWith({ embedded: false })).toContain(CANNOT);
  });

  it('does not say so for the embedded controller, nor for one that has not answered yet', async () => {
    expect(await textWith({ state: 'connecting' })).not.toContain(CANNOT);
    rig?.end();
    expect(await textWith({ embedded: false, state: 'connecting', lastContact: null })).not.toContain(CANNOT);
  });
});
