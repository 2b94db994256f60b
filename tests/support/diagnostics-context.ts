import type { Finding } from '#contract/station/diagnostics.ts';
import type { Outcome } from '#diagnostics/model/check.ts';
import { runProgram, type CheckedController, type DiagnosticsContext } from '#diagnostics/model/context.ts';
import { findDataFolders } from '#diagnostics/model/data-folders.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The context of a check, on an empty temporary folder if the test gives none. */
export function diagnosticsContext({ folder = temporaryFolder(), ...given }: Partial<DiagnosticsContext> & { folder?: string } = {}) {
  return {
    folders: findDataFolders(folder),
    ...{ version: '0.0.0', controllers: [], now: () => Date.now(), runProgram, processFolder: '/proc' },
    ...given,
  } satisfies DiagnosticsContext;
}

/** A controller on this computer at a URL. */
export function controllerAt(url: string, key?: string): CheckedController {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    name: 'Hall 1',
    isLocal: true,
    get: async (path) => {
      const answer = await fetch(url + path, { headers });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

/** The codes of what a check found. */
export function codesOf({ findings }: Pick<Outcome, 'findings'>): Finding['code'][] {
  return findings.map(({ code }) => code);
}
