import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { crashesOf } from '#service/page-crashes.ts';

it('hears of a crash in the messages of the browser, however they are cut', async () => {
  const pipes = { commands: new PassThrough(), events: new PassThrough() };
  const crash = crashesOf(pipes);
  expect(JSON.parse(String(pipes.commands.read()).replace('\0', ''))).toMatchObject({ method: 'Target.setDiscoverTargets' });
  pipes.events.write('{"id":1,"result":{}}\0{"method":"Target.targetCreated"}\0{"method":"Target.tar');
  pipes.events.write('getCrashed","params":{"targetId":"A"}}\0');
  expect(await crash).toBe('the page crashed');
});
