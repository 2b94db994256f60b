import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** The pipes of a browser that was started with `--remote-debugging-pipe`: JSON messages that end with a zero byte (Chrome DevTools Protocol). */
interface DebuggingPipes {
  commands: Writable;
  events: Readable;
}

const browserMessageSchema = z.object({ method: z.string() }).loose();
const MESSAGE_END = '\0';

/** Resolves when the page of the browser has crashed: the browser itself goes on and shows an error page. Never resolves otherwise. */
export function crashesOf({ commands, events }: DebuggingPipes): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    // The pipes break when the browser ends, which its process reports.
    for (const pipe of [commands, events]) pipe.on('error', () => undefined);
    events.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (text + chunk).split(MESSAGE_END);
      text = messages.pop() ?? '';
      if (messages.some((message) => methodOf(message) === 'Target.targetCrashed')) resolve('the page crashed');
    });
    commands.write(`{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}${MESSAGE_END}`);
  });
}

function methodOf(message: string): string | undefined {
  return browserMessageSchema.safeParse(JSON.parse(message)).data?.method;
}
