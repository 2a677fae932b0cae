import { expect } from 'vitest';
import { followGuide } from '../examples/follow.ts';

followGuide('docs/sdk.md', {
  sentence: 'each order was shipped once, also when it was told of again, and one event was refused',
  holds: (screen) => {
    expect(screen.split('ship ORDER-2')).toHaveLength(2);
    expect(screen.split('again ORDER-2')).toHaveLength(2);
    expect(screen.split('refused: ')).toHaveLength(2);
    expect(screen).not.toContain('ship ORDER-1');
  },
});
