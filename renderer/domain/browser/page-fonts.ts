import regular from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';
import bold from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';

/** The font files that come with the page, and their URLs. Every controller has the same fonts. */
export const PAGE_FONTS = [
  { family: 'Arimo', style: 'Regular', url: regular },
  { family: 'Arimo', style: 'Bold', url: bold },
];
