import { expect } from 'vitest';
import { followGuide } from './follow.ts';

followGuide('docs/webhooks.md', {
  sentence: 'nothing that was signed right was refused on the way',
  holds: (screen) => {
    expect(screen.split('refused: the signature is not right')).toHaveLength(2);
    expect(screen).not.toContain('refused: the time');
  },
});
