import { ref } from 'vue';

/** Which thing of a list is edited, in a dialog that is open or not: one with a name, a copy of one, or a new one. */
export function useEdited() {
  const isOpen = ref(false);
  const edited = ref<string>();
  const copied = ref<string>();

  function open(name: string | undefined): void {
    edited.value = name;
    copied.value = undefined;
    isOpen.value = true;
  }

  /** The dialog goes on with a copy of what it edits. */
  function duplicate(): void {
    copied.value = edited.value;
    edited.value = undefined;
  }

  return { isOpen, edited, copied, open, duplicate };
}
