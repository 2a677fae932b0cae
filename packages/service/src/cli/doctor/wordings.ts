import type { Services } from '../../engine/services.ts';
import { listTemplates } from '../../engine/templates/read.ts';
import { saidProblem } from '../../sms/wording/problem.ts';
import type { CheckFinding } from './machine.ts';

export const teachAnew = (template_id: string): string =>
  `Teach it anew: npx chari templates add ${template_id} --operator … --kind … --wording … --note WHY.`;

/** Wordings that two people have confirmed, and that the present code can't use: payments in them are in words that nobody knows. */
export async function checkWordings(services: Services): Promise<CheckFinding[]> {
  const templates = await listTemplates(services);
  return templates.flatMap(({ template_id, template_version, confirmed_at, problem }): CheckFinding[] => {
    if (problem === null || confirmed_at === null) return [];
    const sentence = `${template_id}@${template_version} was confirmed and reads nothing any more: ${saidProblem(problem)} ${teachAnew(template_id)}`;
    return [{ check: 'wordings', state: 'advice', sentence }];
  });
}
