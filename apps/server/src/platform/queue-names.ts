/**
 * codes: log-in codes and account email; scans: virus scans; documents: conversion and text; exports; general:
 * everything else.
 */
export const QUEUES = ['codes', 'scans', 'documents', 'exports', 'general'] as const;
export type QueueName = (typeof QUEUES)[number];
