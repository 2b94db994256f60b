/** Components as the tests' compiler sees them: only `vue-tsc` can read them, and it checks them as a step of its own. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  export const component: DefineComponent<Record<string, unknown>>;
  export { component as default };
}
