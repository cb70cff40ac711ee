import { useRouteContext } from '@tanstack/react-router';

/** The user who is logged in. Selected from the context, which is a new object for every address. */
export const useUser = () => useRouteContext({ from: '/shell', select: ({ user }) => user });
