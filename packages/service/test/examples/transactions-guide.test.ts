import { expect } from 'vitest';
import { followGuide } from './follow.ts';

followGuide('docs/transactions.md', {
  sentence: 'each order was told once, and nothing was refused on the way',
  holds: (screen) => {
    for (const told of ['transaction.success ORDER-1', 'transaction.failed ORDER-2'])
      expect(screen.split(told)).toHaveLength(2);
    // The second request under one Idempotency-Key is no duplicate.
    expect(screen.split('DUPLICATE_REFERENCE')).toHaveLength(2);
    expect(screen).not.toContain('refused:');
  },
});
