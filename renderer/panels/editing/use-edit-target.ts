import { ref } from 'vue';

/** The resource of a list that is edited in a dialog: an existing one, a copy of one, or a new one. */
export function useEditTarget() {
  const isOpen = ref(false);
  const edited = ref<string>();
  const copied = ref<string>();

  function open(name: string | undefined): void {
    edited.value = name;
    copied.value = undefined;
    isOpen.value = true;
  }

  /** Continues with a copy of the edited resource. */
  function duplicate(): void {
    copied.value = edited.value;
    edited.value = undefined;
  }

  return { isOpen, edited, copied, open, duplicate };
}
