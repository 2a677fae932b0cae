import { LEFT_OUT, type Play } from './movements.ts';

/**
 * `phone 60`: its clock is so many seconds fast. `phone off`, `phone offline`: nothing is heard of it until `phone back`, when
 * all comes at once.
 */
export const phone: Play = async (days, [, how = '']) => {
  const { world } = days.stage;
  const { phone: own } = world.at(days.on);
  if (how === 'back') {
    if (own.away === null) return LEFT_OUT;
    await world.comeBack(days.on);
    for (const message of days.kept.splice(0)) days.told(message);
    return '';
  }
  if (how === 'off' || how === 'offline') own.away = how;
  else own.clock_off_s = Number(how);
  return '';
};
