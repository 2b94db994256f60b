import regular from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';
import bold from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';

/** The cuts that come with the page itself, and where they are: every controller has the same. */
export const OWN_FONTS = [
  { family: 'Arimo', style: 'Regular', url: regular },
  { family: 'Arimo', style: 'Bold', url: bold },
];
