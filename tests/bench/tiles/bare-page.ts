import { createApp, h } from 'vue';

/** Entry of the page that P34 compares with: Vue and a heading. */
createApp({ render: () => h('h1', 'Strobe') }).mount('#app');
