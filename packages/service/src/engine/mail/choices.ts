import { type ChosenKind, isWanted, kindsFor } from '../../domain/mail/notice.ts';
import { loadChoices, putChoices } from '../../store/mail/notices.ts';
import type { Services } from '../services.ts';

export type MemberKey = { account_id: string; merchant_id: string };

/** The mails that a member may choose among, and which it gets; null: no member. */
export async function noticeChoices(
  services: Pick<Services, 'pool'>,
  member: MemberKey,
): Promise<{ kind: ChosenKind; is_wanted: boolean }[] | null> {
  const rows = await loadChoices(services.pool, [member]);
  const [first] = rows;
  if (first === undefined) return null;
  return kindsFor(first.role).map((kind) => {
    const chosen = rows.find((one) => one.kind === kind)?.is_wanted ?? null;
    return { kind, is_wanted: isWanted(kind, first.role, chosen) };
  });
}

/** Keeps which mails a member wants; of those that its role has none of, nothing is kept. */
export async function chooseNotices(
  services: Pick<Services, 'pool'>,
  member: MemberKey,
  wanted: ReadonlySet<string>,
): Promise<'kept' | 'no_member'> {
  const [row] = await loadChoices(services.pool, [member]);
  if (row === undefined) return 'no_member';
  const { member_id } = row;
  await putChoices(
    services.pool,
    kindsFor(row.role).map((kind) => ({ member_id, kind, is_wanted: wanted.has(kind) })),
  );
  return 'kept';
}
