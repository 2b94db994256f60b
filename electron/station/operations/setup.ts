import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function setupOperations({ setupFiles }: StationModules): StationHandlers['setup'] {
  return {
    get: async () => setupFiles.state(),
    export: async ({ passphrase }) => ({ file: await setupFiles.export(passphrase) }),
    inspect: async ({ name }) => ({ file: await setupFiles.inspect(name) }),
    import: async ({ name, passphrase, isReplacing }) => {
      await setupFiles.import(name, { passphrase, isReplacing });
      return {};
    },
  };
}
