import { useRouteContext } from '@tanstack/react-router';

/** Who is signed in. Only the person: the context around it is new with every address. */
export const useUser = () => useRouteContext({ from: '/shell', select: ({ user }) => user });
