import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService, type OpenServiceOptions } from './open-service.ts';
import { openStation, type LinkKind, type OpenStation } from './open-station.ts';
import { recording } from './recording-client.ts';
import { onlineAt } from './watch.ts';

/** A controller behind its HTTP server, and a station that is connected to it. */
export interface ConnectedStation {
  service: OpenService;
  station: OpenStation;
  /** A client that notes the operations it calls in `called`, and the id of the connection to the controller once it is online. */
  connect(link: LinkKind, called: Set<string>): Promise<{ client: StationClient; connection: string }>;
  close(): Promise<void>;
}

export async function openConnectedStation({
  dataFolder,
  ...options
}: OpenServiceOptions & { dataFolder?: string } = {}): Promise<ConnectedStation> {
  const service = await openService(options);
  const station = await openStation({ controllers: [service.url], dataFolder });
  return {
    service,
    station,
    connect: async (link, called) => {
      const client = recording(await station.connect(link), called);
      return { client, connection: await onlineAt(client, service.url) };
    },
    close: async () => {
      await station.close();
      await service.close();
    },
  };
}
