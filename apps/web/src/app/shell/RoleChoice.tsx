import { Menu } from '@mantine/core';
import { roleKey, roleName } from '../../features/auth/roleNames.ts';
import { useRoles } from '../../features/auth/useRoles.ts';

/** Menu items to change the role, shown only to users with several roles. */
export function RoleChoice() {
  const { roles, logged, initial, enter, makeDefault, goBack } = useRoles();
  if (roles.length < 2 || !logged) return null;
  const choose = (key: string) => {
    const role = roles.find((each) => roleKey(each) === key);
    if (role && role !== logged) enter(role);
  };
  return (
    <>
      <Menu.Label>Work as</Menu.Label>
      <Menu.RadioGroup value={roleKey(logged)} onChange={choose}>
        {roles.map((role) => (
          <Menu.RadioItem key={roleKey(role)} value={roleKey(role)}>
            {roleName(role)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {logged !== initial && (
        <>
          <Menu.Item onClick={() => makeDefault(logged)}>Make this my default</Menu.Item>
          <Menu.Item onClick={goBack}>Reset to default</Menu.Item>
        </>
      )}
      <Menu.Divider />
    </>
  );
}
