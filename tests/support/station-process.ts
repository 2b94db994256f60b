import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StationClient } from '#contract/station/index.ts';
import { startProgram, type Program } from './program.ts';
import { rpcClient, webSocketPort } from './rpc-client.ts';

/** A headless station in a process of its own. */
export interface StationProcess extends Program {
  dataFolder: string;
  /** A client over a WebSocket of its own; it ends with the station. */
  connect(): Promise<StationClient>;
}

export interface StartStationOptions {
  /** Beside `--data` and `--port`. */
  flags?: string[];
  /** A folder of the caller's; one of its own, gone with `stop`, when left out. */
  dataFolder?: string;
  port?: number;
}

/** Starts a station, with its embedded controller unless the flags say otherwise. */
export async function startStation({ flags = [], dataFolder, port = 0 }: StartStationOptions = {}): Promise<StationProcess> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'strobe-station-'));
  const program = await startProgram('headless.ts', ['--data', folder, '--port', String(port), ...flags]);
  return {
    ...program,
    dataFolder: folder,
    stop: async () => {
      const code = await program.stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    connect: async () => {
      const socket = new WebSocket(`${program.url.replace('http', 'ws')}/rpc`);
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve, { once: true });
        socket.addEventListener('error', reject, { once: true });
      });
      return rpcClient(webSocketPort(socket));
    },
  };
}
