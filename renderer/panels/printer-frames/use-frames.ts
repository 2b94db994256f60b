import { useIntervalFn } from '@vueuse/core';
import { computed, ref, shallowRef, watch } from 'vue';
import type { ConnectionFrame } from '#contract/api-v3/frame.ts';
import { useAction } from '../../composables/use-action.ts';
import { useStationClient } from '../../composables/station-client.ts';
import type { PrinterName } from '../../stores/printing.ts';
import { useLoad } from '../../stores/use-load.ts';

/** As many as the controller keeps. */
const MAX_FRAMES = 500;
const READ_EVERY = 1_000;

/** The recorded data of a printer's connection. While it is recorded, it is read on every second. */
export function useFrames(place: () => PrinterName, isOnline: () => boolean) {
  const client = useStationClient();
  const frames = shallowRef<readonly ConnectionFrame[]>([]);
  const isRecording = ref(false);

  const after = computed(() => frames.value.at(-1)?.number ?? 0);
  const reading = useLoad(
    (signal) => (isOnline() ? client.frames.read({ ...place(), after: after.value }, signal) : undefined),
    [isOnline],
  );
  watch(reading.value, (answer) => {
    if (!answer) return;
    isRecording.value = answer.recording;
    const fresh = answer.frames.filter(({ number }) => number > after.value);
    if (fresh.length > 0) frames.value = [...frames.value, ...fresh].slice(-MAX_FRAMES);
  });
  useIntervalFn(() => {
    if (isRecording.value && isOnline() && !reading.isLoading.value && !reading.problem.value) void reading.reload();
  }, READ_EVERY);

  /** A start forgets earlier data. */
  const recording = useAction(async (isOn: boolean) => {
    await client.frames.record({ ...place(), recording: isOn });
    if (isOn) frames.value = [];
    await reading.reload();
  });

  return { frames, isRecording, reading, recording };
}
